-- What jobs look for again and again is few of what there is: each run read all transcripts, and each night all drawings.
create index transcripts_under_way on public.transcripts (user_id, id) where state = 'processing';
create index storybook_drawings_removed on public.storybook_drawings (updated_at) where state = 'removed';
