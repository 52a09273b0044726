/** For each text node that React still holds: the element by which a translator has replaced it. */
const standIns = new WeakMap<Node, ChildNode>()
let isTranslated = false

/**
 * Keeps pages working that the browser translates. Chrome and Edge replace text nodes by `<font>` elements. React still
 * holds the text nodes: it crashes when it has to remove one (react/react#11538), or updates one that is no longer shown, such as
 * a timer, which then stands still. From the first such element on, what React does to a text node is done to its replacement.
 */
export function keepUpWithTranslators(): void {
  new MutationObserver(noteStandIns).observe(document.documentElement, { subtree: true, childList: true })
}

function noteStandIns(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue

      // The replacement was inserted in the same mutation, or in the one before.
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
      if (standIn === undefined) continue
      standIns.set(text, standIn)
      if (!isTranslated) followStandIns()
    }
  }
}

const isTranslation = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT'

/** What represents `child` in `parent`: the child itself, its translation, or an element wrapped around it; null if nothing does. */
function inPlaceOf(parent: Node, child: Node): ChildNode | null {
  let found: Node | null = child
  if (!parent.contains(found)) found = standIns.get(child) ?? null
  while (found !== null && found.parentNode !== parent) found = found.parentNode
  return found as ChildNode | null
}

function followStandIns(): void {
  isTranslated = true
  const { removeChild, insertBefore, appendChild } = Node.prototype

  /** When a node is inserted or moved, its old translation is removed, and the node itself is shown with its current text. */
  const takeAlong = (node: Node) => {
    standIns.get(node)?.remove()
    standIns.delete(node)
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const there = inPlaceOf(this, child)
    if (there !== null) removeChild.call(this, there)
    standIns.delete(child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    takeAlong(node)
    const there = before === null ? null : inPlaceOf(this, before)
    insertBefore.call(this, node, there)
    return node
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    takeAlong(node)
    appendChild.call(this, node)
    return node
  }

  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...text,
    set(this: Node, words: string | null) {
      text?.set?.call(this, words)
      const standIn = standIns.get(this)
      if (standIn?.isConnected && this instanceof Text) standIn.replaceWith(this)
      standIns.delete(this)
    },
  })
}
