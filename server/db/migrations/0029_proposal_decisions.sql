-- What a person decides about a proposal can be taken back: what the machine wrote and what stood there before are kept.
alter table public.story_proposals
  -- As the machine wrote it; `text` is that, or what a person made of it.
  add column machine_text text not null default '',
  -- What its acceptance put aside: the title before, or the id of the summary before. Of a tag: that it was there before.
  add column replaced text,
  -- Where it stands among those of its kind.
  add column position integer not null default 0;
update public.story_proposals set machine_text = text;
grant update (replaced) on public.story_proposals to authenticated;

-- How far a reading is, and why it did not come to its end.
alter table public.story_readings
  add column steps_done integer not null default 0,
  add column steps_total integer,
  add column failure text;
