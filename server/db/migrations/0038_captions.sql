-- Up to where a recording under way was heard for those who read along, so that no second of it is heard twice and one
-- window at a time. No family's words: those are told to the screens and kept nowhere.
create table app.caption_cursors (
  user_id uuid not null,
  recording_id uuid not null,
  from_byte bigint not null default 0,
  heard_ms bigint not null default 0,
  busy_until timestamptz not null,
  primary key (user_id, recording_id),
  foreign key (user_id, recording_id) references public.recordings (user_id, id) on delete cascade
);
alter table app.caption_cursors enable row level security;
create policy "the worker knows how far it has heard" on app.caption_cursors for all to kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update on app.caption_cursors to kinora_worker;
