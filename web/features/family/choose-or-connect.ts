export type ChoosePorts = { choose: (id: string) => void; ask: (fromId: string, toId: string) => void }

/** Chooses a person, by their card or by finding them. If a line was begun at somebody else, it asks what it is to say. */
export function chooseOrConnect(connectingId: string | null, id: string, { choose, ask }: ChoosePorts): void {
  choose(id)
  if (connectingId && connectingId !== id) ask(connectingId, id)
}
