-- When a file came with an archive from another instance or account, each time: its archives tell (docs/decisions/046).
alter table public.media add column brought_in timestamptz[] not null default '{}';
