import { connect, createServer } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/* From a socket in the file system, which every network namespace sees, to a port of the namespace that this runs in. */
const [, , path = '', port = ''] = process.argv

createServer({ allowHalfOpen: true }, (near) =>
  joinSockets(near, connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })),
).listen(path, () => process.stdout.write('listening\n'))
