import { app, timing } from '@dxx/contract/rules/constants'
import { useState } from 'react'
import { toast } from '../../state/flash'
import { Modal } from '../../ui/modal'
import { AgreementLinks } from './agreement-links'
import { setConsent } from './consent'

/** Privacy dialog at the first start, before any data is collected. Users who refuse continue as guests. */
export function PrivacyPopup() {
  const [show, setShow] = useState(true)
  return (
    <Modal
      show={show}
      title={`欢迎来到${app.name}`}
      content={
        <div className="text-left">
          <p>我们重视你的个人信息。在你同意之前，我们不会收集任何信息。</p>
          <p className="mt-2">
            登录和学习时，我们会用到手机号、学习记录和设备信息，用途写在
            <AgreementLinks />
            里。不同意也可以先逛逛，登录时会再问你一次。
          </p>
        </div>
      }
      confirmText="同意"
      cancelText="不同意"
      showConfirm
      showCancel
      showClose={false}
      duration={timing.modal}
      onAnswer={(answer) => {
        setShow(false)
        setConsent(answer === 'confirm' ? 'agreed' : 'refused')
        if (answer !== 'confirm') toast('可以先以访客身份浏览')
      }}
    />
  )
}
