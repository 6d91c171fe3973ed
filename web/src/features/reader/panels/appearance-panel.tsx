import Sun from 'lucide-react/icons/sun'
import SunDim from 'lucide-react/icons/sun-dim'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useStore } from '../../../state/store'
import { cx } from '../../../ui/cx'
import { Segmented } from '../../../ui/segmented'
import { darkest, installedFonts, lineHeights, margins, useAppearance } from '../appearance'
import { fontPx, type LayoutMode, readerThemes } from '../theme'

interface AppearancePanelProps {
  layoutMode: LayoutMode
  /** Null if the layout mode cannot be changed. */
  onLayoutMode: ((layoutMode: LayoutMode) => void) | null
}

/** Brightness, font, theme, spacing and layout mode, applied to the text at once. */
export function AppearancePanel({ layoutMode, onLayoutMode }: AppearancePanelProps) {
  const { font, lineHeight, margin } = useAppearance()
  const [fonts] = useState(() => installedFonts())
  return (
    <section
      aria-label="阅读外观"
      className="max-h-[min(30rem,70dvh)] space-y-3 overflow-y-auto overscroll-contain px-4 pt-3 pb-2"
    >
      <Brightness />
      <FontSize />
      <Themes />
      {fonts.length > 1 && (
        <Row label="字体">
          <Segmented
            label="字体"
            value={font}
            onChange={(next) => useAppearance.setState({ font: next })}
            options={fonts.map(({ id, title }) => ({ value: id, title }))}
          />
        </Row>
      )}
      <Row label="行距">
        <Segmented
          label="行距"
          value={lineHeight}
          onChange={(next) => useAppearance.setState({ lineHeight: next })}
          options={lineHeights}
        />
      </Row>
      <Row label="边距">
        <Segmented
          label="边距"
          value={margin}
          onChange={(next) => useAppearance.setState({ margin: next })}
          options={margins}
        />
      </Row>
      {onLayoutMode ? (
        <Row label="翻页">
          <Segmented
            label="翻页方式"
            value={layoutMode}
            onChange={onLayoutMode}
            options={[
              { value: 'pages', title: '左右翻页' },
              { value: 'scroll', title: '上下滚动' },
            ]}
          />
        </Row>
      ) : (
        <p className="py-3 text-center text-13 text-ink-2">这一章很长，上下滚动更流畅</p>
      )}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="w-8 shrink-0 text-13 text-ink-2">
        {label}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Dims the page below the screen's own brightness, which a web page cannot change. */
function Brightness() {
  const dim = useAppearance((state) => state.dim)
  const bright = Math.round(100 - (dim / darkest) * 100)
  return (
    <div className="flex items-center gap-3 text-ink-2">
      <SunDim aria-hidden="true" size={20} className="w-8 shrink-0" />
      <input
        type="range"
        aria-label="亮度"
        aria-valuetext={`${bright}%`}
        min={0}
        max={100}
        step={5}
        value={bright}
        onChange={(event) =>
          useAppearance.setState({ dim: Math.round(((100 - Number(event.target.value)) / 100) * darkest) })
        }
        style={{ '--at': `${bright}%` } as CSSProperties}
        className="reader-range h-11 min-w-0 flex-1"
      />
      <Sun aria-hidden="true" size={20} className="w-8 shrink-0" />
    </div>
  )
}

function FontSize() {
  const fontSize = useStore((state) => state.fontSize)
  const size = (step: number) => useStore.setState({ fontSize: Math.min(100, Math.max(0, fontSize + step)) })
  const letter = 'grid size-11 shrink-0 place-items-center rounded-full bg-fill disabled:opacity-40'
  return (
    <div className="flex items-center gap-3">
      <button type="button" aria-label="缩小文字" disabled={fontSize <= 0} onClick={() => size(-10)} className={letter}>
        <span className="text-13">A</span>
      </button>
      <input
        type="range"
        aria-label="字号"
        aria-valuetext={`${fontPx(fontSize)} 像素`}
        min={0}
        max={100}
        step={10}
        value={fontSize}
        onChange={(event) => useStore.setState({ fontSize: Number(event.target.value) })}
        style={{ '--at': `${fontSize}%` } as CSSProperties}
        className="reader-range h-11 min-w-0 flex-1"
      />
      <button
        type="button"
        aria-label="放大文字"
        disabled={fontSize >= 100}
        onClick={() => size(10)}
        className={letter}
      >
        <span className="text-19">A</span>
      </button>
    </div>
  )
}

function Themes() {
  const bgColor = useStore((state) => state.bgColor)
  return (
    <fieldset>
      <legend className="sr-only">背景</legend>
      <div className="flex justify-between gap-2">
        {readerThemes.map(({ name, colour }) => (
          <label key={colour} className="flex min-w-0 flex-1 flex-col items-center gap-1 text-12 text-ink-2">
            <input
              type="radio"
              name="ground"
              checked={bgColor.toLowerCase() === colour}
              onChange={() => useStore.setState({ bgColor: colour })}
              className="peer sr-only"
            />
            <span
              style={{ background: colour }}
              className={cx(
                'block h-9 w-full max-w-14 rounded-full border border-line peer-focus-visible:outline-2 peer-focus-visible:outline-focus',
                bgColor.toLowerCase() === colour && 'ring-2 ring-primary',
              )}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
