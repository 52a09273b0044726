import { useEffect, useState } from 'react'

/** A QR code for a phone's camera: always dark on white, with a quiet edge, so that every camera reads it. */
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
