-- A written answer that came after its question could be answered, or as one too many, was thrown away without a word. Whoever was sent
-- the question is told now; for that, the address is found for as long as its mail is kept.
create function app.weekly_mail_at(hash text) returns table (user_id uuid, id uuid, is_open boolean)
language sql stable security definer set search_path = ''
as $$
  select m.user_id, m.id, m.answer_until > now() from public.weekly_question_mails m where m.answer_hash = hash
$$;
revoke execute on function app.weekly_mail_at from public;
grant execute on function app.weekly_mail_at to kinora_worker;
