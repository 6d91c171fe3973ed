/** Where edit-info keeps what was changed: choose-location puts the chosen place there and goes back. */
export const editInfoDraft = 'edit-info'
