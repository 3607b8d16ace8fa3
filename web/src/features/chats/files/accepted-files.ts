/** What a chooser of files for messages offers. */
export const acceptedFiles = '.pdf,.jpg,.jpeg,.png,.gif,.webp,.mp4,.docx,.xlsx,.pptx,.txt,.csv';
