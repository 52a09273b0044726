-- Lets the triggers write once more what they keep of one family (the row of seed_checked), inside a transaction that is
-- rolled back. Before and after have to be the same.

create temp table before_search on commit drop as
select e.* from public.search_entries e join seed_checked c on c.id = e.user_id;
create temp table before_figures on commit drop as select * from pg_temp.figures();

delete from public.search_entries e using seed_checked c where e.user_id = c.id;
delete from public.month_uses u using seed_checked c where u.user_id = c.id;
update public.usage_tracking u set storage_used_bytes = 0, ai_analysis_hours_used = 0, collaborators_count = 0
from seed_checked c where u.user_id = c.id;
update public.transcripts t set pieces_done = 0, counted_ms = 0 from seed_checked c where t.user_id = c.id;
update public.stories s set duration = 0, transcription_status = 'pending' from seed_checked c where s.user_id = c.id;

-- Counted as they come.
create temp table all_media on commit drop as select m.* from public.media m join seed_checked c on c.id = m.user_id;
delete from public.media m using seed_checked c where m.user_id = c.id;
update public.usage_tracking u set storage_used_bytes = 0 from seed_checked c where u.user_id = c.id;
insert into public.media select * from all_media order by source_media_id nulls first;
create temp table all_lines on commit drop as
select l.* from public.transcript_lines l join seed_checked c on c.id = l.user_id;
delete from public.transcript_lines l using seed_checked c where l.user_id = c.id;
insert into public.transcript_lines select * from all_lines;
create temp table all_books on commit drop as select b.* from public.storybooks b join seed_checked c on c.id = b.user_id;
delete from public.storybooks b using seed_checked c where b.user_id = c.id;
insert into public.storybooks select * from all_books;

-- Written and counted again as they change.
update public.transcript_pieces p set done_at = null from seed_checked c where p.user_id = c.id;
update public.transcript_pieces p set done_at = now() from seed_checked c where p.user_id = c.id;
update public.recordings r set duration_ms = r.duration_ms from seed_checked c where r.user_id = c.id;
update public.transcripts t set state = t.state from seed_checked c where t.user_id = c.id;
update public.shared_access a set role = a.role from seed_checked c where a.user_id = c.id;
update public.stories s set title = s.title from seed_checked c where s.user_id = c.id;
update public.story_notes n set text = n.text || '.' from seed_checked c where n.user_id = c.id;
update public.story_notes n set text = left(n.text, -1) from seed_checked c where n.user_id = c.id;
update public.comments o set text = o.text from seed_checked c where o.user_id = c.id;
update public.transcript_speakers s set name = s.name from seed_checked c where s.user_id = c.id;
update public.family_members m set bio = m.bio from seed_checked c where m.user_id = c.id;
update public.prompts p set text = p.text from seed_checked c where p.user_id = c.id;
