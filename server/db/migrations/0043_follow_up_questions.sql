-- Questions to ask next, each resting on what was told; accepted, they become prompts of whoever accepts them.
alter table public.story_proposals
  drop constraint story_proposals_kind_check,
  add constraint story_proposals_kind_check
    check (kind in ('summary', 'title', 'tag', 'chapter', 'person', 'place', 'question'));
