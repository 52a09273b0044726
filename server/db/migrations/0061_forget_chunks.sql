-- A device with a link that goes on after a power cut is told what is there; chunks whose bytes are not are forgotten, as
-- they are for somebody signed in. It may throw away the whole of such a recording already.
grant delete on public.recording_chunks to kinora_link;
