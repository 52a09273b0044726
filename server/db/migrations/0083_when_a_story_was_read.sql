-- A model takes minutes over a story: when its words were read is not when it was done with them. Null for what was read before this.
alter table public.story_readings add column read_at timestamptz;
