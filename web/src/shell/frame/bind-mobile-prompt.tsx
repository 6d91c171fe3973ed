import { texts, timing } from '@dxx/contract/rules/constants'
import { navigateTo } from '../../router/navigation'
import { useStore } from '../../state/store'
import { Modal } from '../../ui/modal'

/** Prompt that appears over any page when an action or the page requires a mobile number. */
export function BindMobilePrompt() {
  const show = useStore(({ showBindMobile }) => showBindMobile)
  return (
    <Modal
      show={show}
      title={texts.prompt}
      content="请先绑定手机号"
      confirmText="去绑定"
      cancelText={texts.cancel}
      showConfirm
      showCancel
      showClose
      duration={timing.modal}
      onAnswer={(answer) => {
        useStore.setState({ showBindMobile: false })
        if (answer === 'confirm') navigateTo('/pages/login/bind-mobile')
      }}
    />
  )
}
