import { Field, ObjectType, Query, Resolver } from "type-graphql";
import { forIntegration } from "../access/access.js";
import { DEFAULT_EVENT, eventNames, events } from "./events.js";

@ObjectType({ simpleResolvers: true, description: "An event that a webhook can subscribe to." })
export class EventType {
  @Field(() => String, { description: "The name in Webhook.events and in the payload." })
  name!: string;

  @Field(() => String, { description: "When the event occurs." })
  description!: string;

  @Field(() => Boolean, { description: "Whether a webhook without a list of events receives it." })
  isDefault!: boolean;
}

@Resolver()
export class EventTypeResolver {
  @forIntegration("webhooks")
  @Query(() => [EventType], { description: "Every event that a webhook can subscribe to." })
  eventTypes(): EventType[] {
    return eventNames.map((name) => ({
      name,
      description: events[name].when,
      isDefault: name === DEFAULT_EVENT,
    }));
  }
}
