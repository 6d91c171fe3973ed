/** Name of a value on the card of a phone, where the table has no head. */
export const CardLabel = ({ children }: { children: string }) => (
  <span className="font-normal text-ink-3 desk:hidden">{children} </span>
)
