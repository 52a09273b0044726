-- Auto-transcription that was switched off at the computer was on at the phone beside it, of which the device alone said so: the link
-- holds now whether what is recorded by it is transcribed.

alter table public.recording_links add column transcribe boolean not null default true;
grant select (transcribe) on public.recording_links to kinora_link;
