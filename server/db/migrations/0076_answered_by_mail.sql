-- Whoever answers a question by mail was asked it, as whoever answers it in the studio: it waited at home for another week,
-- and its card said that nobody was ever asked.
create policy "jobs note what was answered by mail" on public.prompt_asks
  for insert to kinora_worker with check (user_id = (select auth.uid()));
grant insert (user_id, prompt_id, story_id, asked_at) on public.prompt_asks to kinora_worker;
