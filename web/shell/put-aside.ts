/**
 * Moves everything but `stays` out of the document, blanks the page's title, and returns a function that restores it all: content that
 * is merely covered can be read with the browser's developer tools. React keeps working on the moved elements. For use as a `ref`.
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

  // When the page is left, React removes what a dialog put into the body; by then that is in the fragment, where `removeChild` must look.
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
