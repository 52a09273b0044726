-- Whoever holds a link is shown films by their copies alone; whether one may still come is known by whether the file has
-- been looked at.
grant select (examined_at) on public.media to kinora_reader;
