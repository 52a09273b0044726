import { Column, type Room } from './columns.ts'

/** Where the samples of one track lie contiguously: for each chunk its place in the file and its length in bytes. */
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
