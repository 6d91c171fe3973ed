import { useUrlState } from './address'

const idOf = ({ id }: { id: string }) => id

/** Row of a list that the address opens (`?open=`) in the pane beside it. `table` goes to the DataTable. */
export function useOpenRow<T extends { id: string }>(rows: readonly T[]) {
  const [{ open }, setAddress] = useUrlState(['open'])
  const onOpen = ({ id }: T) => setAddress({ open: id }, { replace: Boolean(open) })
  const opened = rows.find(({ id }) => id === open)
  return { opened, table: { rowId: idOf, openId: open, onOpen }, close: () => setAddress({ open: '' }) }
}
