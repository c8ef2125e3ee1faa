export const stageTitles = {
  inquiry: "First call",
  visit: "In-home visit",
  review: "Offer review",
  followup: "Follow-up call",
  checkin: "Project check-in",
};

export const failureReasons = [
  "The recording has no speech after the first seconds",
  "The audio file could not be decoded",
  "Only one side of the call was recorded",
];
