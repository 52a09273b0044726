-- What triggers count of the family in seed_checked, as rows of text.
create temp table seed_checked (id uuid) on commit drop;
create function pg_temp.figures() returns table (figure text)
language sql volatile
as $$
  select 'usage ' || (to_jsonb(u) - 'ai_hours_month')::text from public.usage_tracking u join pg_temp.seed_checked c on c.id = u.user_id
  union all
  select 'month ' || to_jsonb(u)::text from public.month_uses u join pg_temp.seed_checked c on c.id = u.user_id
  union all
  select 'story ' || s.id || ' ' || s.duration || ' ' || s.transcription_status
  from public.stories s join pg_temp.seed_checked c on c.id = s.user_id
  union all
  select 'transcript ' || t.id || ' ' || t.line_count || ' ' || t.pieces_done || ' ' || t.counted_ms
  from public.transcripts t join pg_temp.seed_checked c on c.id = t.user_id
$$;
