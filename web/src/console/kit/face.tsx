import { useState } from 'react'

/** Background colours on which white letters have the contrast of WCAG AA. */
const grounds = ['#3f6fd9', '#a85f14', '#14796c', '#7a5ae0', '#b83a66', '#566074']

/** Avatar of a person: the picture, or the first letter of the name on a colour derived from the id. */
export function PersonAvatar({
  id,
  name,
  src,
  size = 26,
}: {
  id: string
  name: string
  src?: string | null
  size?: number
}) {
  const [failed, setFailed] = useState<string | null>(null)
  const sum = [...id].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? '员'
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.45, background: grounds[sum % grounds.length] }}
      className="inline-grid shrink-0 place-items-center overflow-hidden rounded-full leading-none font-semibold text-white select-none"
    >
      {src && src !== failed ? (
        <img src={src} alt="" onError={() => setFailed(src)} className="size-full object-cover" />
      ) : (
        letter
      )}
    </span>
  )
}
