/**
 * The known faults, what has to hold when they happen, and the tests that cause them; all of these have to pass. `title` is a
 * test's title or the beginning of it.
 *
 * @typedef {{ file: string, title: string | string[] }} Tests
 * @typedef {Tests & { fault: string, holds: string, also?: Tests[] }} Fault
 */

/** @type {Fault[]} */
export const knownFaults = [
  {
    fault: 'The browser is killed while it records (`KINORA_KILLS` times)',
    holds: 'Every counted slice is in the file; at most half a second is missing at the end',
    file: 'e2e/recorder/kills.spec.ts',
    title: 'a browser that is killed at any moment',
  },
  {
    fault: 'A phone that records by a link is killed (`KINORA_PHONE_KILLS` times)',
    holds: 'The same, and its link finds the recording again',
    file: 'e2e/recorder/phone-kills.spec.ts',
    title: 'a phone that is killed at any moment',
  },
  {
    fault: 'A power cut takes device and server at once',
    holds: 'What the server acknowledged is there; about a second of the rest is missing',
    file: 'e2e/recorder/power-cut.spec.ts',
    title: 'a power cut takes nothing',
  },
  {
    fault: 'The server’s disk has less of a recording than the database says',
    holds: 'Its device is asked for what is missing, and the recording becomes whole',
    file: 'server/features/recordings/stored-end.test.ts',
    title: 'a device whose recording lost',
  },
  {
    fault:
      'A story is deleted, or has all the parts it may have, while a device still has parts and entries for it',
    holds:
      'Its owner is told, and all of it becomes one new story, in order, however often and in how many windows that is pressed',
    file: 'e2e/recorder/new-story.spec.ts',
    title: [
      'all that is left of a session',
      'where the device fails in the middle of it',
      'two tabs that keep it as a new story',
      'a story that has all the parts it may have',
    ],
    also: [
      {
        file: 'e2e/recorder/phone-trouble.spec.ts',
        title: 'a phone whose story has all the parts it may have',
      },
    ],
  },
  {
    fault: 'A phone’s browser closes or throws away what it keeps, in the middle of a recording',
    holds: 'It is told, what is still there is kept, and the recording goes on as a further part',
    file: 'e2e/recorder/phone-trouble.spec.ts',
    title: ['where a phone’s browser closes its store', 'where a phone’s browser throws away what it keeps'],
  },
  {
    fault: 'A story is deleted before what was written into it on another device could be sent',
    holds: 'It is kept there, and arrives when the story is restored',
    file: 'e2e/lost-answers.spec.ts',
    title: 'an entry for a story that was deleted',
  },
  {
    fault: 'The device’s disk is full',
    holds:
      'The recording stops and says so; what it had taken is kept and delivered, and with room the story goes on',
    file: 'e2e/recorder/device-trouble.spec.ts',
    title: 'a full disk stops the recording',
  },
  {
    fault: 'The microphone goes away',
    holds: 'It is told, and the story goes on as a further part',
    file: 'e2e/recorder/device-trouble.spec.ts',
    title: 'a microphone that goes away',
  },
  {
    fault: 'The camera alone goes away',
    holds: 'It is told, and the story goes on as a further part',
    file: 'e2e/recorder/device-trouble.spec.ts',
    title: 'a camera that goes away',
  },
  {
    fault: 'The permission to use camera and microphone is taken back',
    holds: 'It is told, and given again the story goes on as a further part',
    file: 'e2e/recorder/device-trouble.spec.ts',
    title: 'a permission that is taken back',
  },
  {
    fault: 'The browser stands still while it records, as on a machine that sleeps',
    holds: 'The part ends before that, which is told, and the story goes on as a further part',
    file: 'e2e/recorder/suspended.spec.ts',
    title: 'a browser that stood still',
  },
  {
    fault: 'The device’s clocks stand still with it while it sleeps',
    holds: 'The same',
    file: 'e2e/recorder/suspended.spec.ts',
    title: 'so does a device whose clocks',
  },
  {
    fault: 'The camera hangs, and says nothing of it',
    holds: 'It is told; the sound that waited for its pictures is kept',
    file: 'e2e/recorder/in-page.spec.ts',
    title: 'a camera that hangs',
  },
  {
    fault: 'Somebody slips and presses Back in the middle of a telling',
    holds: 'It is asked whether the session is to end, and the telling goes on meanwhile',
    file: 'e2e/recorder/back.spec.ts',
    title: 'Back in the middle of a telling asks first',
  },
  {
    fault: 'The device’s clock jumps a day ahead and two back',
    holds: 'Neither length nor delivery changes',
    file: 'e2e/recorder/clock.spec.ts',
    title: 'a clock that jumps',
  },
  {
    fault: 'The device’s clock is years behind',
    holds: 'What it records is a story of today',
    file: 'e2e/recorder/clock.spec.ts',
    title: 'a device whose clock is years behind',
  },
  {
    fault: 'The network is gone',
    holds: 'The recording goes on, says what is safe where, and arrives later',
    file: 'e2e/recorder/trouble.spec.ts',
    title: 'without a network the recording goes on',
  },
  {
    fault: 'The line is slower than the telling, and breaks again and again in the middle of what is sent',
    holds: 'All of it arrives byte for byte, and the page never says that more is at the server than is',
    file: 'e2e/recorder/slow-line.spec.ts',
    title: 'a line that is slower than the telling',
  },
  {
    fault: 'Linux itself keeps the line thin (`tc`), and packets are lost',
    holds: 'All of it arrives byte for byte',
    file: 'e2e/recorder/kernel-line.spec.ts',
    title: 'a line that the kernel keeps thin',
  },
  {
    fault: 'The server is off while the network is there',
    holds: 'Home says so, and offers what works: recording and writing',
    file: 'e2e/recorder/offline.spec.ts',
    title: 'while the server is off home says',
  },
  {
    fault:
      'A story is gone on with while its last part is still on its way, and nobody can be asked how long it is',
    holds: 'The next part begins after it, and so do its notes',
    file: 'e2e/recorder/offline.spec.ts',
    title: 'while the server is off a story is gone on with',
  },
  {
    fault:
      'Kinora is replaced by its next version, process by process, while somebody records in a page of the one before',
    holds:
      'The recording is whole, and the page plays it, before and after the last process of its version goes',
    file: 'e2e/recorder/previous-release.spec.ts',
    title: 'a page of the release before',
  },
  {
    fault: 'A phone’s link runs out, or is renewed, before the server knows that the phone recorded',
    holds: 'What it recorded until then arrives for a week',
    file: 'server/features/recording-links/recording-links.test.ts',
    title: [
      'what a phone recorded without a network before its link ran out',
      'what a device recorded before its link was renewed',
    ],
  },
  {
    fault: 'A script of the page does not come, because the server is just being replaced',
    holds: 'The page is opened again by itself; where that does not help, its words lead on',
    file: 'e2e/opening.spec.ts',
    title: 'a page whose script did not come',
  },
  {
    fault: 'Answers come late, and something changes meanwhile',
    holds: 'What was asked for comes, and so does the change',
    file: 'e2e/any-story.spec.ts',
    title: 'older stories that are asked for ',
  },
  {
    fault: 'The answer to a change is older than what the page has read since',
    holds: 'What was read stays, and so do the words being typed in it',
    file: 'e2e/unsaved-words.spec.ts',
    title: 'what is typed stays when the answer to what was asked for before comes late',
  },
  {
    fault: 'A change is made, and its answer is lost on the way',
    holds: 'Tried again, nothing is made twice, and nothing that was changed since is lost',
    file: 'e2e/lost-answers.spec.ts',
    title: 'a lost answer makes nothing twice, and takes no words that were changed since',
  },
  {
    fault: 'An answer comes when whoever asked has gone on to something else',
    holds: 'It takes neither their focus, nor their page, nor a dialog that they have opened since',
    file: 'e2e/gone-on.spec.ts',
    title: 'whoever has left the page of a story that is being deleted',
  },
  {
    fault: 'A connection goes silent and does not break',
    holds: 'It is told after a minute, and what was entered can be sent again',
    file: 'e2e/gone-on.spec.ts',
    title: 'a connection that has gone silent is told',
  },
  {
    fault: 'The line goes silent while a family’s file is sent',
    holds: 'It is told, and the file goes at the next try',
    file: 'e2e/silent-lines.spec.ts',
    title: 'a family’s file whose line goes silent',
  },
  {
    fault: 'The answer to a deletion is lost',
    holds: 'At the second try what is gone counts as deleted',
    file: 'e2e/lost-deletions.spec.ts',
    title: 'what a lost answer had deleted already',
  },
  {
    fault: 'The browser translates every page',
    holds: 'Whoever reads it so signs up, writes, changes, deletes and records',
    file: 'e2e/translated.spec.ts',
    title: ['somebody who has the browser translate', 'a recording in a translated page'],
  },
  {
    fault: 'The browser keeps nothing, because cookies are blocked',
    holds: 'Log-in and studio say so; everything that goes straight to the server works',
    file: 'e2e/blocked-cookies.spec.ts',
    title: 'where cookies are blocked the log-in says so',
  },
  {
    fault: 'The address has no https, so that there is no camera',
    holds: 'The studio says why; files go up, play and are shared',
    file: 'e2e/without-https.spec.ts',
    title: 'at an address without https files go up',
  },
  {
    fault: 'Everything is pressed twice, as the icons of a desktop are',
    holds: 'It counts once: what opens stays open, and a recording is neither ended nor discarded',
    file: 'e2e/double-press.spec.ts',
    title: ['what is opened by a double press stays open', 'a switch that is pressed twice is on'],
    also: [
      { file: 'e2e/recorder/voice-recording.spec.ts', title: 'one button hears an elder’s story' },
      {
        file: 'e2e/recorder/recovery.spec.ts',
        title: 'discarding is asked twice, and then nothing is left',
      },
    ],
  },
  {
    fault: 'The way to the server answers 500, 413, a stranger’s page, a lie, or nothing',
    holds: 'Nothing is believed but a receipt with the right hash; everything arrives',
    file: 'e2e/recorder/server-trouble.spec.ts',
    title: 'what fails or lies on the way',
  },
  {
    fault: 'The server is killed while somebody tells',
    holds: 'It is caught up with when it is back',
    file: 'e2e/recorder/server-trouble.spec.ts',
    title: 'a server that is killed while somebody tells',
  },
  {
    fault: 'The database is killed while somebody tells, and when they end',
    holds: 'It is caught up with; everything acknowledged is there',
    file: 'e2e/recorder/server-trouble.spec.ts',
    title: 'a database that is killed while somebody tells',
  },
  {
    fault: 'The server is killed again and again while a recording comes in',
    holds: 'Every acknowledged chunk is there, and at most one more',
    file: 'server/features/recordings/killed-server.test.ts',
    title: 'a server killed again and again while a recording comes in',
  },
  {
    fault: 'The server is killed while it finishes a recording',
    holds: 'It finishes after the next start; the original is as it came',
    file: 'server/features/recordings/killed-server.test.ts',
    title: 'a server killed while it finishes a recording',
  },
  {
    fault:
      'The server is killed again and again while it recovers, at any moment of a start, with and without its database',
    holds:
      'It comes to the same end: every recording plays, every job is done, and nothing is lost or there twice',
    file: 'server/killed-while-recovering.test.ts',
    title: 'a server that is killed again and again while it recovers',
  },
  {
    fault: 'The server is killed while a file comes by tus',
    holds: 'The upload goes on, and arrives as it was',
    file: 'server/features/recordings/killed-server.test.ts',
    title: 'a file on its way by tus goes on',
  },
  {
    fault: 'The database is killed while a file comes by tus',
    holds: 'Everything acknowledged is there, the upload goes on, and arrives as it was',
    file: 'server/features/recordings/killed-database.test.ts',
    title: 'a file on its way by tus goes on although',
  },
  {
    fault: 'The database is killed again and again while a recording comes in',
    holds: 'Every acknowledged chunk is there; the server brings the database back',
    file: 'server/features/recordings/killed-database.test.ts',
    title: 'a database killed again and again',
  },
  {
    fault: 'The database is killed while a recording is finished',
    holds: 'It is finished all the same',
    file: 'server/features/recordings/killed-database.test.ts',
    title: 'a recording is finished although the database is killed',
  },
  {
    fault: 'Server and database are killed by turns under load (`KINORA_KILLS_UNDER_LOAD` times)',
    holds:
      'Every acknowledged write is there; no job is forgotten; a mail that was just being sent may come again, with the same `Message-ID`',
    file: 'server/killed-under-load.test.ts',
    title: 'a server and its database killed under load',
  },
  {
    fault: 'One process of several is killed, web or worker',
    holds: 'Nobody notices but by waiting; each job’s effect is there once',
    file: 'server/many-machines.test.ts',
    title: 'two web and two worker processes',
  },
  {
    fault: 'One process after the other is killed while somebody records, uploads and plays in a browser',
    holds:
      'Nothing has to be recorded or uploaded twice, what is sent again is there once, and every second that the timer showed is there',
    file: 'e2e/many-machines.spec.ts',
    title: 'a family records, uploads, plays and finds its stories and grows its tree while one process',
  },
  {
    fault: 'The server’s disk is full, then read-only',
    holds: 'New bytes are refused with a code, kept ones can be played, and it goes on when there is room',
    file: 'server/features/recordings/troubled-disk.test.ts',
    title: 'a full disk and then a read-only one',
  },
  {
    fault: 'The disk of `DATA_DIR` turns read-only under a running server, or breaks so that it is repaired',
    holds:
      'What is sent is refused with a sentence, what is kept plays, and writable again everything goes on by itself; no recording is taken for damaged',
    file: 'server/read-only-disk.test.ts',
    title: [
      'a disk that turns read-only under a running server',
      'a disk that breaks under a running server',
      'a disk that breaks under server and database',
    ],
  },
  {
    fault: 'The disk under the database is full, so that nothing can be noted or the database ends',
    holds:
      'Changes are refused by a code, what was acknowledged is there, and with room it goes on by itself',
    file: 'server/features/recordings/full-database.test.ts',
    title: 'a full disk under the database',
  },
  {
    fault: 'The server’s clock jumps a day ahead and an hour back, while a recording comes in and jobs run',
    holds: 'Nothing is lost, no job waits for the clock or is done twice, and sessions go on',
    file: 'server/clock-jumps.test.ts',
    title: 'a clock that jumps a day ahead and an hour back',
  },
  {
    fault: 'A byte in storage is turned',
    holds: 'It is found, said where, and mended by the device that still has it',
    file: 'server/features/recordings/finalise.test.ts',
    title: 'with one flipped byte is damaged',
  },
  {
    fault: 'A byte in storage is turned before the device has let go',
    holds: 'The device keeps its copy, sends that chunk again, and lets go when the whole agrees',
    file: 'e2e/recorder/server-trouble.spec.ts',
    title: 'a byte that the server’s disk turned',
  },
  {
    fault: 'A stored original changes after years',
    holds: 'The next check tells its owner once',
    file: 'server/features/fixity/fixity.test.ts',
    title: 'an original that has changed or is gone',
  },
  {
    fault: 'The object store answers late, wrongly, never, or in the middle of a body no more',
    holds:
      'What passes is not noticed; what does not is told by a code, a write in bounded time, and a read never as other bytes; what was acknowledged is there',
    file: 'server/storage/s3/s3-faults.test.ts',
    title: [
      'is told in bounded time by a code',
      'in the middle of a long answer',
      'ends a read with an error, never with fewer or other bytes',
    ],
  },
]
