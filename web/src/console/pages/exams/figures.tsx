import type { ReactNode } from 'react'

/** Points without trailing zeros: 2, 1.5, 0.67; – if unknown. */
export const pointsText = (points: number | null): string =>
  points === null ? '–' : String(Math.round(points * 100) / 100)

/** A share as a percentage: 88.8%. */
export const percentText = (share: number | null): string =>
  share === null ? '–' : `${Math.round(share * 1000) / 10}%`

/** A correlation or difficulty with two decimals: 0.41, −0.09. */
export const ratioText = (value: number | null): string =>
  value === null ? '–' : value.toFixed(2).replace('-', '−').replace('−0.00', '0.00')

/** A change with its sign: +4, −2.5, 0. */
export const changeText = (points: number): string =>
  points > 0 ? `+${pointsText(points)}` : pointsText(points).replace('-', '−')

interface Figure {
  label: string
  value: ReactNode
  note?: ReactNode
}

/** Strip of the key figures at the top of a page. */
export function FigureStrip({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <dl
      aria-label={label}
      className="grid shrink-0 grid-cols-2 gap-y-3 rounded-card bg-card py-3.5 sm:grid-cols-3 wide:auto-cols-fr wide:grid-flow-col wide:grid-cols-none"
    >
      {figures.map((figure) => (
        <div key={figure.label} className="min-w-0 border-line px-4 desk:px-5 wide:not-first:border-l">
          <dt className="text-12 text-ink-3">{figure.label}</dt>
          <dd className="tabular-nums">
            <b className="text-19 font-bold">{figure.value}</b>
            {figure.note && <span className="ml-1 text-12 text-ink-3">{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
