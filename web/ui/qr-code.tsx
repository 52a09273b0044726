import { useEffect, useState } from 'react'
import { renderSVG } from 'uqr'

/** A QR code for a phone's camera: always dark on white, with a quiet zone, so that every camera reads it. */
export function QrCode({ picture, label }: { picture: Blob; label: string }) {
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])

  return (
    <div className="size-56 shrink-0 overflow-hidden rounded-card border border-edge bg-white">
      {address ? <img src={address} alt={label} className="size-full" /> : null}
    </div>
  )
}

/** Draws a text as a QR code that can be read with a seventh of it hidden. */
export function drawQrCode(text: string): Blob {
  return new Blob([renderSVG(text, { ecc: 'M', border: 4 })], { type: 'image/svg+xml' })
}
