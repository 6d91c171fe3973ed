/** Draft key of edit-info: choose-location stores the chosen place there and navigates back. */
export const editInfoDraft = 'edit-info'
