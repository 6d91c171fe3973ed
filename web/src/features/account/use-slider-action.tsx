import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { type Action, type UseActionOptions, useAction } from '../../api/use-action'
import type { CallInput } from '../../api/use-call'
import { toast } from '../../state/flash'
import type { SliderProps } from './slider-sheet'

type Guarded = 'POST /v1/send_code' | 'POST /v1/login_password'

/**
 * Action that may require a slider captcha. Render `slider` in the page; its code is loaded on demand, since most users
 * never see it. Closing the slider ends the action without a message.
 */
export function useSliderAction<N extends Guarded>(
  name: N,
  options: UseActionOptions<N> = {},
): Action<N> & { slider: ReactNode } {
  const [asked, setAsked] = useState<{ Sheet: ComponentType<SliderProps>; answer(pass: string | null): void } | null>(
    null,
  )
  const required = useRef(false)
  const action = useAction(name, {
    ...options,
    onError: (error, input) => {
      required.current = error.name === 'slider-required'
      if (required.current) return
      if (options.onError) options.onError(error, input)
      else if (!error.shown) toast(error.msg)
    },
  })

  async function ask(): Promise<string | null> {
    try {
      const { SliderSheet: Sheet } = await import('./slider-sheet')
      const pass = await new Promise<string | null>((answer) => setAsked({ Sheet, answer }))
      setAsked(null)
      return pass
    } catch {
      toast('没有打开，请检查网络后重试')
      return null
    }
  }

  async function run(input: CallInput<N>) {
    for (let given = input; ; ) {
      required.current = false
      const data = await action.run(given)
      if (data !== undefined || !required.current) return data
      const slider = await ask()
      if (slider === null) return undefined
      given = { ...input, slider }
    }
  }

  const slider = asked && <asked.Sheet onPass={(pass) => asked.answer(pass)} onClose={() => asked.answer(null)} />
  return { run, running: action.running || asked !== null, slider }
}
