/** What a translator has put in the place of a text that React still holds. */
const standIns = new WeakMap<Node, ChildNode>()
let isTranslated = false

/**
 * Keeps pages going that the browser translates. Chrome and Edge put `<font>` elements in the place of texts; React holds
 * on to the texts, and fails as a whole when it is to take one out (react/react#11538), or changes one that nobody sees any more:
 * a timer that stands still. From the first such element on, what React does to a text is done to what stands for it.
 */
export function keepUpWithTranslators(): void {
  new MutationObserver(noteStandIns).observe(document.documentElement, { subtree: true, childList: true })
}

function noteStandIns(records: MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue

      // Put there in the same step, or in the one before.
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
      if (standIn === undefined) continue
      standIns.set(text, standIn)
      if (!isTranslated) followStandIns()
    }
  }
}

const isTranslation = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT'

/** What stands in `parent` for one of its children: the child, its translation, or what was put around it; or nothing. */
function inPlaceOf(parent: Node, child: Node): ChildNode | null {
  let found: Node | null = child
  if (!parent.contains(found)) found = standIns.get(child) ?? null
  while (found !== null && found.parentNode !== parent) found = found.parentNode
  return found as ChildNode | null
}

function followStandIns(): void {
  isTranslated = true
  const { removeChild, insertBefore, appendChild } = Node.prototype

  /** A node that is put somewhere takes its translation along, which is no longer one: it is put there as it reads now. */
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
