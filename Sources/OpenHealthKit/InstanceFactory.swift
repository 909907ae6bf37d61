// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Classes with initialisers that may answer with an instance that exists already, or with one of a subclass, as
/// Objective-C's do. It asks for nothing and is of no use outside this module.
public protocol InstanceFactory {}

/// `instance` as the class that was asked for. Traps where a subclass was asked for that the instance isn't of.
func asked<Asked>(_ instance: some Any, as type: Asked.Type = Asked.self) -> Asked {
  guard let instance = instance as? Asked else {
    preconditionFailure("\(Asked.self) was asked for where only \(Swift.type(of: instance)) can be made")
  }
  return instance
}
