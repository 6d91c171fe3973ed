import { agreementTypes } from '@dxx/contract/rules/constants'
import { useStore } from '../../state/store'

/** Links to 《用户协议》 and 《隐私政策》. They open in the sheet, because the page of these texts requires a login. */
export function AgreementLinks() {
  return ([1, 2] as const).map((id) => (
    <button
      key={id}
      type="button"
      onClick={() => useStore.setState({ agreement: id })}
      className="tap rounded-item text-primary"
    >
      《{agreementTypes[id]}》
    </button>
  ))
}
