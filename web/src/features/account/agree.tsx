import { useState } from 'react'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Sheet } from '../../ui/sheet'
import { AgreementLinks } from './agreement-links'
import { consent, setConsent } from './consent'

export interface Agree {
  agreed: boolean
  setAgreed(agreed: boolean): void
  /** Runs the action at once if the agreement box is ticked, otherwise after confirmation in a sheet. */
  whenAgreed(action: () => void): void
  /** Action that waits for the user's confirmation. */
  waiting: (() => void) | null
  answer(yes: boolean): void
}

/**
 * Agreement checkbox state. Login requires agreement. The box is ticked only if the user has agreed on this device
 * before, in the privacy bar or at a login.
 */
export function useAgree(): Agree {
  const [agreed, setAgreed] = useState(() => consent() === 'agreed')
  const [waiting, setWaiting] = useState<(() => void) | null>(null)

  function act(action: () => void) {
    setConsent('agreed')
    action()
  }

  return {
    agreed,
    setAgreed,
    whenAgreed: (action) => (agreed ? act(action) : setWaiting(() => action)),
    waiting,
    answer(yes) {
      setWaiting(null)
      if (!yes || !waiting) return
      setAgreed(true)
      act(waiting)
    },
  }
}

export function AgreeBox({ agree }: { agree: Agree }) {
  return (
    <>
      <Checkbox checked={agree.agreed} onChange={agree.setAgreed}>
        <span className="text-12 text-ink-3">
          我已阅读并同意
          <AgreementLinks />
        </span>
      </Checkbox>
      <Sheet
        open={agree.waiting !== null}
        onClose={() => agree.answer(false)}
        title="请先阅读并同意"
        footer={
          <Button block onClick={() => agree.answer(true)}>
            同意并登录
          </Button>
        }
      >
        <p className="text-ink-2">
          为了保护你的权益，登录前请阅读
          <AgreementLinks />
        </p>
      </Sheet>
    </>
  )
}
