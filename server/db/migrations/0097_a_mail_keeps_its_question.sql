-- "Another question" overwrote which question a mail printed: an answer to it became a story under a question that its writer had never
-- seen, and the printed one was free to be mailed again. What a mail printed stays in `prompt_id`; what was put in its place on the
-- mail's page has a column of its own.

alter table public.weekly_question_mails add column instead_id uuid references public.prompts (id) on delete set null;
create index weekly_question_mails_by_instead on public.weekly_question_mails (instead_id);
grant update (instead_id) on public.weekly_question_mails to kinora_worker;
