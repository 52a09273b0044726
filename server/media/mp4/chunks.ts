import { Column, type Room } from './columns.ts'

/** Where samples of one track lie one behind another: the place in the file, and how long the stretch is. */
export class Chunks {
  readonly places: Column
  readonly lengths: Column

  constructor(room: Room) {
    this.places = Column.ofPlaces(room)
    this.lengths = Column.ofPlaces(room)
  }

  get count(): number {
    return this.places.length
  }

  push(place: number, length: number): void {
    this.places.push(place)
    this.lengths.push(length)
  }
}
