export type ShareTarget = { label: string; href: string; opensPage: boolean }

/**
 * Links for passing a public link on by mail, text message or a social network. Plain links: no third party is contacted until one is
 * opened.
 */
export function shareTargets(title: string, url: string): ShareTarget[] {
  const invitation = `A family story for you: “${title}”`
  const encode = encodeURIComponent
  return [
    {
      label: 'Email',
      href: `mailto:?subject=${encode(invitation)}&body=${encode(`${invitation}\n\n${url}`)}`,
      opensPage: false,
    },
    { label: 'Text message', href: `sms:?&body=${encode(`${invitation} ${url}`)}`, opensPage: false },
    {
      label: 'Facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${encode(url)}`,
      opensPage: true,
    },
    {
      label: 'X (Twitter)',
      href: `https://twitter.com/intent/tweet?text=${encode(invitation)}&url=${encode(url)}`,
      opensPage: true,
    },
  ]
}
