import { Grandfather, Grandmother } from './elders.tsx'
import { Room } from './room.tsx'
import { KitchenTable } from './table.tsx'
import { Boy, Granddaughter, MotherAndBaby } from './young.tsx'

/** Three generations around a kitchen table: one tells, the others listen, and a telephone keeps it. */
export function HeroDrawing() {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1000 770"
      role="img"
      aria-labelledby="hero-drawing-title"
      className="hero-drawing"
    >
      <title id="hero-drawing-title">
        Grandmother tells a story at the kitchen table. Grandfather, their daughter with a baby, a
        granddaughter with a card of questions and a boy listen, and a telephone on the table records.
      </title>
      <Room />
      <Grandfather />
      <MotherAndBaby />
      <Granddaughter />
      <Grandmother />
      <Boy />
      <KitchenTable />
    </svg>
  )
}
