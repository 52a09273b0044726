-- A transcript that comes with an archive has its language from the start, and comes after its story, the notes and the
-- files: they stayed in English, and were not found by other forms of their words.
create trigger found_in_its_language_from_the_start after insert on public.transcripts
for each row when (new.language is not null) execute function app.on_language_heard();

-- What was brought in already.
with brought as (
  select s from public.stories s
  where exists (
      select from public.media m where m.user_id = s.user_id and m.story_id = s.id and m.brought_in <> '{}'
    ) and exists (
      select from public.transcripts t where t.user_id = s.user_id and t.story_id = s.id and t.language is not null
    )
)
select app.write_story_search(s), app.write_said(array(
  select app.said_in_note(n) from public.story_notes n where n.user_id = (s).user_id and n.story_id = (s).id
  union all
  select app.said_of_file(m) from public.media m
  where m.user_id = (s).user_id and m.story_id = (s).id and m.caption <> ''))
from brought;
