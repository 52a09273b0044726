-- What gathers around stories: notes, pictures, whom they are shared with, what is said of them, questions and books.

insert into public.story_notes (user_id, id, story_id, text, timestamp, position, created_at, updated_at)
select s.user_id, pg_temp.seed_id(s.at, 'note ' || s.name || ' ' || i), s.id, pg_temp.said('note ' || s.name || ' ' || i),
  '00:' || lpad((i * 10)::text, 2, '0'), i, s.at, s.at
from seed_stories s cross join generate_series(0, 2) i order by s.n, i;

insert into public.media
  (user_id, id, story_id, role, kind, state, file_name, mime_type, size_bytes, sha256, storage_key, width, height,
   caption, verified_at, examined_at, created_at)
select s.user_id, picture.id, s.id, 'original', 'image', 'stored', 'picture.jpg', 'image/jpeg', file.bytes, file.sha256,
  format('media/%s/%s', s.user_id, picture.id), file.width, file.height, pg_temp.said('caption ' || s.name),
  s.at, s.at, s.at
from seed_stories s
join seed_pictures file on file.n = pg_temp.dice('picture ' || s.name, (select count(*)::integer from seed_pictures))
cross join lateral (select pg_temp.seed_id(s.at, 'picture ' || s.name)) picture (id) order by s.n;

-- Everybody shows their first story to the family next door; who pays writes together with three more.
insert into public.shared_access
  (user_id, id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role, created_at)
select s.user_id, pg_temp.seed_id(s.at, 'share ' || s.name || ' ' || step), 'story', s.id, other.id, s.user_id,
  case step when 1 then 'viewer' else 'editor' end, s.at
from seed_stories s
join seed_families f on f.n = s.family
cross join generate_series(1, 4) step
join seed_families other on other.n = 1 + (s.family - 1 + step) % (select families from seed_size)
where s.k <= 3 and (f.is_large or (s.k = 1 and step = 1)) and other.id <> s.user_id
order by s.n, step;

insert into public.comments (user_id, id, story_id, author_id, text, recording_id, at_ms, created_at)
select s.user_id, pg_temp.seed_id(s.at, 'comment ' || s.name || ' ' || i), s.id,
  coalesce(case when i = 2 then a.shared_with_user_id end, s.user_id), pg_temp.said('comment ' || s.name || ' ' || i),
  s.recording_id, i * 1000, s.at + i * interval '1 hour'
from seed_stories s
cross join generate_series(1, 2) i
left join public.shared_access a
  on a.user_id = s.user_id and a.id = pg_temp.seed_id(s.at, 'share ' || s.name || ' 1')
order by s.n, i;

insert into public.prompts (user_id, id, text, category, created_at)
select f.id, pg_temp.seed_id(f.at, 'prompt ' || f.n || ' ' || i),
  pg_temp.said('prompt ' || f.n || ' ' || i), 'General', f.at + i * interval '1 second'
from seed_families f cross join lateral generate_series(1, case when f.is_large then 60 else 5 end) i order by i, f.n;
insert into public.playlists (user_id, id, name, description, created_at)
select f.id, pg_temp.seed_id(f.at, 'playlist ' || f.n), 'Questions for Sunday', pg_temp.said('playlist ' || f.n), f.at
from seed_families f order by f.n;
insert into public.playlist_prompts (playlist_id, prompt_id, position)
select pg_temp.seed_id(f.at, 'playlist ' || f.n), pg_temp.seed_id(f.at, 'prompt ' || f.n || ' ' || i), i
from seed_families f cross join generate_series(1, 5) i order by f.n, i;
insert into public.prompt_asks (user_id, prompt_id, story_id, asked_at)
select s.user_id, pg_temp.seed_id(f.at, 'prompt ' || f.n || ' ' || s.k), s.id, s.at
from seed_stories s join seed_families f on f.n = s.family where s.k <= 3 order by s.n;

-- A book of each ten stories, or of those that there are.
create temp table seed_books as
select s.user_id, s.family, s.k / 10 as book, min(s.at) as at,
  pg_temp.seed_id(min(s.at), 'book ' || s.family || ' ' || s.k / 10) as id
from seed_stories s group by s.user_id, s.family, s.k / 10;
insert into public.storybooks (user_id, id, title, description, created_at, updated_at)
select b.user_id, b.id, 'What we remember, part ' || b.book + 1, pg_temp.said('book ' || b.family || ' ' || b.book), b.at, b.at
from seed_books b order by b.at, b.family;
insert into public.storybook_stories (user_id, storybook_id, story_id, position)
select b.user_id, b.id, s.id, s.k % 10 from seed_books b join seed_stories s on s.family = b.family and s.k / 10 = b.book;
insert into public.storybook_pages (user_id, id, storybook_id, position, kind, story_id, content, created_at, updated_at)
select b.user_id, pg_temp.seed_id(b.at, 'cover ' || b.id), b.id, 0, 'cover', null,
  jsonb_build_object('kind', 'cover', 'title', 'What we remember', 'subtitle', '', 'pictureId', null), b.at, b.at
from seed_books b
union all
select b.user_id, pg_temp.seed_id(b.at, 'chapter ' || b.id || ' ' || s.k), b.id, 2 * s.k, 'chapter', s.id,
  jsonb_build_object('kind', 'chapter', 'title', 'Chapter ' || s.k, 'subtitle', '', 'pictureId', null), b.at, b.at
from seed_books b join seed_stories s on s.family = b.family and s.k / 10 = b.book
union all
select b.user_id, pg_temp.seed_id(b.at, 'text ' || b.id || ' ' || s.k), b.id, 2 * s.k + 1, 'text', s.id,
  jsonb_build_object('kind', 'text', 'passages', jsonb_build_array(jsonb_build_object(
    'id', pg_temp.seed_id(b.at, 'passage ' || b.id || ' ' || s.k), 'kind', 'words', 'speaker', s.teller,
    'text', pg_temp.said('about ' || s.name), 'verbatim', null, 'voice', null))), b.at, b.at
from seed_books b join seed_stories s on s.family = b.family and s.k / 10 = b.book;
