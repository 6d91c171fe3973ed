import type { CSSProperties } from 'react'
import { useStore } from '../../../state/store'
import { cx } from '../../../ui/cx'
import { Segmented } from '../../../ui/segmented'
import { fontPx, type LayoutMode, readerThemes } from '../theme'

interface AppearancePanelProps {
  layoutMode: LayoutMode
  /** Null if the layout mode cannot be changed. */
  onLayoutMode: ((layoutMode: LayoutMode) => void) | null
}

/** Font size, theme and layout mode, applied to the text at once. */
export function AppearancePanel({ layoutMode, onLayoutMode }: AppearancePanelProps) {
  const { bgColor, fontSize } = useStore()
  const size = (step: number) => useStore.setState({ fontSize: Math.min(100, Math.max(0, fontSize + step)) })
  const letter = 'grid size-11 shrink-0 place-items-center rounded-full bg-fill disabled:opacity-40'
  return (
    <section aria-label="阅读外观" className="space-y-3 px-4 pt-3 pb-2">
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-label="缩小文字"
          disabled={fontSize <= 0}
          onClick={() => size(-10)}
          className={letter}
        >
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
      {onLayoutMode ? (
        <Segmented
          label="翻页方式"
          value={layoutMode}
          onChange={onLayoutMode}
          options={[
            { value: 'pages', title: '左右翻页' },
            { value: 'scroll', title: '上下滚动' },
          ]}
        />
      ) : (
        <p className="py-3 text-center text-13 text-ink-2">这一章很长，上下滚动更流畅</p>
      )}
    </section>
  )
}
