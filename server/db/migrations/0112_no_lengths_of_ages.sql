-- A file may claim to last for ages. Such a length is not believed any more, but those that had been kept stayed: no page could be sent
-- a story with one, and no archive of its family could be made.
update public.media set duration_ms = null where duration_ms > 2147483647;
update public.recordings set duration_ms = null where duration_ms > 2147483647;
