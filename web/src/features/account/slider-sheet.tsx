import { type CSSProperties, useCallback, useEffect, useId, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import type { CallData } from '../../api/use-call'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { Sheet } from '../../ui/sheet'
import { Skeleton } from '../../ui/skeleton'

type Challenge = CallData<'POST /v1/slider_create'>

/** Slider captcha: dragged by pointer or moved by arrow keys; screen readers get its position as a number. */
export function SliderSheet({ onPass, onClose }: SliderProps) {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [problem, setProblem] = useState('')
  const [failed, setFailed] = useState('')

  const renew = useCallback(async () => {
    setFailed('')
    try {
      setChallenge(await callApi('POST /v1/slider_create', {}))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailed(error.msg)
    }
  }, [])
  useEffect(() => void renew(), [renew])

  async function check(position: number) {
    setProblem('')
    try {
      const { slider } = await callApi('POST /v1/slider_check', { id: challenge!.id, position })
      onPass(slider)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.msg)
      if (error.name === 'slider-expired') await renew()
    }
  }

  return (
    <Sheet open onClose={onClose} title="安全验证">
      {failed ? (
        <Empty type="error" text={failed} onRetry={() => void renew()} />
      ) : challenge ? (
        <Puzzle key={challenge.id} challenge={challenge} problem={problem} onCheck={check} />
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </Sheet>
  )
}

/** CSS position of the puzzle piece and of the handle; both are 44 px wide, so one formula fits both. */
const at = (share: number): CSSProperties => ({ left: `calc((100% - 44px) * ${share})` })

interface PuzzleProps {
  challenge: Challenge
  problem: string
  onCheck(position: number): Promise<void>
}

function Puzzle({ challenge: { target, max }, problem, onCheck }: PuzzleProps) {
  const id = useId()
  const [value, setValue] = useState(0)
  const [checking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Latest value: the pointer may be released before the next render.
  const current = useRef(0)
  useEffect(() => input.current?.focus(), [])

  async function check() {
    if (checking) return
    setChecking(true)
    try {
      await onCheck(current.current)
    } finally {
      setChecking(false)
    }
  }

  return (
    // No form element: the sheet may be inside a form.
    <div className="space-y-3">
      <p id={`${id}-hint`} className="text-14 text-ink-2">
        把滑块移到 <b className="tabular-nums text-ink">{target}</b>，让方块落进缺口。可以拖动，也可以按方向键。
      </p>
      <div aria-hidden="true" className="relative h-28 overflow-hidden rounded-card bg-primary-soft">
        <span
          className="absolute top-8.5 size-11 rounded-item border-2 border-dashed border-primary bg-page"
          style={at(target / max)}
        />
        <span className="absolute top-8.5 size-11 rounded-item bg-primary shadow-lg" style={at(value / max)} />
      </div>
      <input
        ref={input}
        type="range"
        min={0}
        max={max}
        value={value}
        aria-label="滑块"
        aria-valuetext={`${value}，目标 ${target}`}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          current.current = Number(event.target.value)
          setValue(current.current)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void check()
        }}
        onPointerUp={() => current.current > 0 && void check()}
        className={cx(
          'block h-11 w-full cursor-grab touch-none appearance-none rounded-full bg-track active:cursor-grabbing',
          '[&::-webkit-slider-thumb]:size-11 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-primary',
          '[&::-moz-range-thumb]:size-11 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-primary',
        )}
      />
      <p role="alert" className="min-h-5 text-13 text-danger">
        {problem}
      </p>
      <Button block loading={checking} onClick={() => void check()}>
        完成验证
      </Button>
    </div>
  )
}

export interface SliderProps {
  onPass(slider: string): void
  onClose(): void
}
