import { texts, timing } from '@dxx/contract/rules/constants'
import { useStore } from '../../state/store'
import { Modal } from '../../ui/modal'
import { navigateTo } from '../navigation'

/** Over any page, when what the user wants to do needs a mobile number. */
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
      showClose={false}
      duration={timing.modal}
      onAnswer={(answer) => {
        useStore.setState({ showBindMobile: false })
        if (answer === 'confirm') navigateTo('/pages/login/bind-mobile')
      }}
    />
  )
}
