/**
 * Takes out of the document all that stands in it beside `stays`, the title of the page included, and returns the way back: what
 * is only covered can be read by whoever opens the browser's tools. React goes on with it as it is, out of sight. For a `ref`.
 */
export function putAside(stays: Element | null): (() => void) | undefined {
  if (stays === null) return undefined
  const { body, head } = document
  const scroll = { left: window.scrollX, top: window.scrollY }
  const aside = document.createDocumentFragment()
  const places = [...body.children]
    .filter((element) => !element.contains(stays) && !element.matches('script, [data-radix-focus-guard]'))
    .map((element) => {
      const place = document.createComment('')
      element.replaceWith(place)
      aside.append(element)
      return { element, place }
    })
  const title = head.querySelector('title')
  const words = title?.textContent ?? ''
  if (title) title.textContent = 'Kinora'

  // Of a dialog that lies aside React takes out what it put into the body, when its page is left.
  body.removeChild = (node) => {
    if (node.parentNode === aside) return aside.removeChild(node)
    return Node.prototype.removeChild.call(body, node) as typeof node
  }

  return () => {
    Reflect.deleteProperty(body, 'removeChild')
    if (title?.textContent === 'Kinora') title.textContent = words
    for (const { element, place } of places) {
      if (element.parentNode === aside) place.replaceWith(element)
      else place.remove()
    }
    window.scrollTo({ ...scroll, behavior: 'instant' })
  }
}
