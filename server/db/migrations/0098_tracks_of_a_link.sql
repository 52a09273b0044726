-- A talk that two devices recorded is shown to the visitors of a link once.
grant select (track_group) on public.recordings to kinora_reader;
